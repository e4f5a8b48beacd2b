import { openMemoryLedgerStore } from "../../../src/stores/memory/memory-ledger-store.ts";
import { describeLedgerStore } from "../../contracts/ledger-store.ts";

describeLedgerStore("the memory ledger", async () => openMemoryLedgerStore());
