// STUB
import type { Door } from '../http/door.ts'
import type { Karat } from '../karat.ts'
export function ordersApi(_door: Door, _karat: Karat): void {}
