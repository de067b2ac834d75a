import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readConfig } from '../src/config.ts'

/** The configuration as the shop has it, with the secrets that its first start made in DATA_DIR. */
export function shopConfig() {
  const name = process.env.DEMO === '0' ? 'secrets.json' : 'demo-secrets.json'
  const file = path.resolve(process.env.DATA_DIR ?? './data', name)
  const own = process.env.MASTER_KEY || !existsSync(file) ? {} : JSON.parse(readFileSync(file, 'utf8'))
  const config = readConfig({ ...process.env, ...own })
  if (!config.MASTER_KEY) throw new Error('MASTER_KEY must be set as the shop has it.')
  return config
}
