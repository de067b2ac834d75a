// STUB
import type { Door } from '../http/door.ts'
import type { Karat } from '../karat.ts'
export function identityApi(_door: Door, _karat: Karat): void {}
