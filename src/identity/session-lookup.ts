// STUB
import type { Db } from '../db/database.ts'
import type { Member } from './door.ts'
export type SessionLookup = { find(tokenHash: Buffer): Promise<Member | null> }
export function openSessionLookup(_db: Db): SessionLookup { return { find: async () => null } }
