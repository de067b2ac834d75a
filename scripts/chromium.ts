/** The Chromium of browser tests, measurements and screenshots. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'

/** The Chromium that npm brings, unpacked once into a folder of its version; CHROMIUM_PATH names another. */
export async function chromiumPath(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const usual = process.env.TMPDIR
  process.env.TMPDIR = path.resolve('node_modules/.cache/chromium-153.0.0')
  mkdirSync(process.env.TMPDIR, { recursive: true })
  try {
    return await (await import('@sparticuz/chromium')).default.executablePath()
  } finally {
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
  }
}
