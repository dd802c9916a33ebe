/** Gives the demo agent that explains the product the product's present name. */
import { DEMO_CHAT_ID } from "../../contract/agent.ts";
import { nameOf, PRODUCT_NAME } from "../../contract/brand.ts";
import { isSameValue } from "../../contract/fields.ts";
import { formatEntry } from "../../contract/knowledge.ts";
import type { SettingsValues } from "../../contract/settings-fields.ts";
import { findAgent, type StoredAgent, touchKnowledge, updateAgent } from "../agents/store.ts";
import { keepVersion } from "../agents/versions/keep-version.ts";
import type { Author } from "../audit/store.ts";
import { listEntries, replaceEntries } from "../knowledge/store.ts";
import type { Tx } from "../platform/storage/db.ts";
import { findSetting, putSetting } from "../settings/store.ts";
import { productAgent } from "./demo.ts";

/** The setting with the name that the agent's texts have now. */
const NAMED = "demo.named";

/**
 * What the operator has written stays as it is, and so does an agent of which a version is published: the operator decides
 * what its visitors get.
 */
export async function renameProduct(tx: Tx, { productName }: Pick<SettingsValues, "productName">, author: Author): Promise<void> {
  const before = (await findSetting(tx, NAMED)) ?? PRODUCT_NAME;
  const name = nameOf(productName);
  if (name === before) return;
  await putSetting(tx, { key: NAMED, value: name, sealed: false });
  const agent = await findAgent(tx, DEMO_CHAT_ID);
  if (!agent || agent.publishedVersion !== null) return;
  const [old, next] = [productAgent(before), productAgent(name)];
  const made = { author: "admin", authorName: author.actor.username, action: "edit" } as const;
  await keepVersion(tx, agent.id, made, async () => {
    await renameFields(tx, agent, old, next);
    const texts = (await listEntries(tx, agent.id)).map(({ entry }) => formatEntry(entry));
    if (await replaceEntries(tx, agent.id, renamed(texts, old.knowledge, next.knowledge))) await touchKnowledge(tx, agent.id);
  });
}

type ProductAgent = ReturnType<typeof productAgent>;

async function renameFields(tx: Tx, agent: StoredAgent, old: ProductAgent, next: ProductAgent): Promise<void> {
  const { knowledge: _, ...fields } = next;
  const names = Object.keys(fields) as (keyof typeof fields)[];
  const changed = Object.fromEntries(names.filter((name) => isSameValue(agent[name], old[name])).map((name) => [name, next[name]]));
  await updateAgent(tx, agent.id, { ...agent, ...changed }, Math.max(tx.now, agent.updatedAt + 1));
}

/** The entries with the new texts in place of the old ones. What there is only under one of the names is added or left out. */
function renamed(texts: readonly string[], old: readonly string[], next: readonly string[]): string[] {
  if (texts.length === old.length && texts.every((text) => old.includes(text))) return [...next];
  const shift = next.length - old.length;
  return texts.flatMap((text) => {
    const at = old.indexOf(text);
    if (at === -1) return [text];
    // The texts that differ in number are at the beginning (`productAgent`), and their first two have the same subjects.
    const other = at < 2 ? next[at] : at + shift < 2 ? undefined : next[at + shift];
    return other === undefined ? [] : [other];
  });
}
