/** Builds the product, unless the build that is there was made from the very files that are here. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { languages } from '../src/locale/languages.ts'
import { finishBuild } from './finish-build.ts'

const stamp = 'build/.made-from'
const generated = `src${path.sep}locale${path.sep}paraglide`
const sources = [
  'src',
  'scripts/finish-build.ts',
  'scripts/offline-shell.ts',
  'messages',
  'public',
  'project.inlang/settings.json',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
]

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    const files = statSync(source).isDirectory()
      ? readdirSync(source, { recursive: true, encoding: 'utf8' })
          .map((name) => path.join(source, name))
          .sort()
      : [source]
    for (const file of files)
      if (!file.startsWith(generated) && statSync(file).isFile())
        hash.update(file).update('\0').update(readFileSync(file))
  }
  return hash.digest('hex')
}

const now = fingerprint()
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== now) {
  // CONSOLA_LEVEL: what compiles the messages speaks of faults only.
  const env = { ...process.env, NODE_ENV: 'production', CONSOLA_LEVEL: '1' }
  const { status } = spawnSync('react-router', ['build', '--logLevel', 'warn'], { stdio: 'inherit', env })
  if (status !== 0) process.exit(status ?? 1)
  await finishBuild(languages)
  writeFileSync(stamp, now)
}
