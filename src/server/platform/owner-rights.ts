/**
 * Work of root in a data folder of another user is done as that user: a file that belongs to root would stop the server,
 * and a link that the user has put there must not lead root elsewhere.
 */
import { statSync } from "node:fs";

interface Owner {
  uid: number;
  gid: number;
}

/** The folder's owner, if this process is root and the owner is another user. */
function findOwner(folder: string): Owner | null {
  const owner = statSync(folder, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 && process.getuid?.() === 0 ? owner : null;
}

/** Runs `act` as the folder's owner. Nothing else of this process may run meanwhile. */
export async function asOwnerOf<T>(folder: string, act: () => T | Promise<T>): Promise<T> {
  const owner = findOwner(folder);
  if (!owner || process.geteuid?.() !== 0) return await act();
  const groups = process.getgroups?.() ?? [];
  process.setgroups?.([owner.gid]);
  process.setegid?.(owner.gid);
  process.seteuid?.(owner.uid);
  try {
    return await act();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
    process.setgroups?.(groups);
  }
}

/** This process becomes the folder's owner for good. */
export function becomeOwnerOf(folder: string): void {
  const owner = findOwner(folder);
  if (!owner) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}
