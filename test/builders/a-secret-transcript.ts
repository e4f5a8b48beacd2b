import { claudeLine } from "./claude-transcript.ts";

/** Secrets of several kinds, put together here so that none stands in a file. */
const SECRETS = {
  awsKey: ["AKIA", "QWERTYUIOPASDFGH"].join(""),
  apiKey: ["sk", "proj", "QWERTYuiop1234567890asdfghjklZXCVBNM"].join("-"),
  address: `postgres://potter:${"QWERTY-clay-1"}@db.example/shop`,
  token: ["gh", "p_", "QWERTYuiop1234567890asdfghjklZXCVBNM"].join(""),
};

/** A session as Claude Code keeps it, by path, with secrets in a message, an argument, a result and a title. */
export function secretLines(): Readonly<Record<string, string>> {
  const sessionId = "5e550000-0000-4000-8000-000000000011";
  const common = { sessionId, cwd: "/home/dev/pot_shop.web" };
  const { address, apiKey, awsKey, token } = SECRETS;
  const call = { type: "tool_use", id: "toolu_s1", name: "Bash" };
  const lines = [
    claudeLine({
      ...{ ...common, type: "user", uuid: "k1" },
      message: {
        role: "user",
        content: `The key is ${awsKey}, the commit 9fceb02d0ae598e95dc970b74767f19372d61af8.`,
      },
    }),
    claudeLine({
      ...{ ...common, type: "assistant", uuid: "k2" },
      message: { role: "assistant", content: [{ ...call, input: { command: `psql ${address}` } }] },
    }),
    claudeLine({
      ...{ ...common, type: "user", uuid: "k3" },
      message: {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_s1", content: `OPENAI_API_KEY=${apiKey}` },
        ],
      },
    }),
    JSON.stringify({ type: "ai-title", aiTitle: `Rotate ${token}`, sessionId }),
  ];
  return {
    [`projects/-home-dev-pot-shop-web/${sessionId}.jsonl`]: lines
      .map((line) => `${line}\n`)
      .join(""),
  };
}
