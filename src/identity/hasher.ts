// STUB
import type { Config } from '../config.ts'
export type Hasher = { hash(secret: string): Promise<string>; matches(hash: string, secret: string): Promise<boolean> }
export function openHasher(_config: Config): Hasher { throw new Error('stub') }
