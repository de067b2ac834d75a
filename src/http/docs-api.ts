// STUB
import type { Karat } from '../karat.ts'
import type { Door } from './door.ts'
export async function docsApi(_door: Door, _karat: Karat): Promise<void> {}
