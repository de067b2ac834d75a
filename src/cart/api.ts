// STUB
import type { Door } from '../http/door.ts'
import type { Karat } from '../karat.ts'
export function cartApi(_door: Door, _karat: Karat): void {}
