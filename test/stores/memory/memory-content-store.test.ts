import { openMemoryContentStore } from "../../../src/stores/memory/memory-content-store.ts";
import { describeContentStore } from "../../contracts/content-store.ts";

describeContentStore("the memory store", async () => openMemoryContentStore());
