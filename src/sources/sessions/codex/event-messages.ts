/** Messages to the screen that repeat what the model's own log says. */
const MIRRORS: ReadonlySet<string> = new Set([
  "agent_message",
  "agent_message_delta",
  "agent_reasoning",
  "agent_reasoning_raw_content",
  "agent_reasoning_section_break",
  "collab_agent_interaction_end",
  "collab_agent_spawn_end",
  "collab_close_end",
  "collab_resume_end",
  "collab_waiting_end",
  "context_compacted",
  "dynamic_tool_call_request",
  "dynamic_tool_call_response",
  "exec_command_begin",
  "exec_command_output_delta",
  "image_generation_end",
  "item_completed",
  "item_started",
  "mcp_tool_call_begin",
  "patch_apply_begin",
  "plan_update",
  "raw_response_item",
  "sub_agent_activity",
  "turn_diff",
  "user_message",
  "view_image_tool_call",
  "web_search_begin",
  "web_search_end",
]);

/** Messages about the program: nothing was said in them. */
const STATES: ReadonlySet<string> = new Set([
  "background_event",
  "deprecation_notice",
  "entered_review_mode",
  "exited_review_mode",
  "mcp_startup_complete",
  "mcp_startup_update",
  "model_reroute",
  "session_configured",
  "shutdown_complete",
  "task_complete",
  "task_started",
  "thread_goal_updated",
  "thread_rolled_back",
  "thread_settings_applied",
  "token_count",
  "turn_aborted",
  "turn_complete",
  "turn_started",
  "undo_completed",
  "undo_started",
  "warning",
]);

const ENDS: ReadonlySet<string> = new Set([
  "exec_command_end",
  "mcp_tool_call_end",
  "patch_apply_end",
]);

/** What a message to the screen is to an import. */
export type MessageClass = "end" | "error" | "mirror" | "name" | "state" | "unknown";

/** Returns what an `event_msg` of this type is: the end of a call, an error, a mirror, a thread's name, a state. */
export function classifyMessage(type: string): MessageClass {
  if (ENDS.has(type)) return "end";
  if (type === "error" || type === "stream_error") return "error";
  if (type === "thread_name_updated") return "name";
  if (MIRRORS.has(type)) return "mirror";
  return STATES.has(type) ? "state" : "unknown";
}
