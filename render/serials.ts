/**
 * Writes the numbers that the bars on the pictures bear: those of pieces that the demonstration has, the last that came in of each sku.
 *
 *   node render/serials.ts
 */
import { writeFileSync } from 'node:fs'
import { barSerials } from '../src/home/demo/bar-serials.ts'

writeFileSync(new URL('serials.json', import.meta.url), `${JSON.stringify(barSerials(), null, 2)}\n`)
