// STUB
import type { Door } from '../http/door.ts'
import type { Karat } from '../karat.ts'
export async function mailboxApi(_door: Door, _karat: Karat): Promise<void> {}
