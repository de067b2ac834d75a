/**
 * What is done to the client build after Vite. Scripts that speak are written once for each language, into a folder of
 * its name, with the other languages left out; then every file that shrinks is kept compressed beside itself.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { minifySync, transformWithOxc } from 'vite'
import { languagePlace } from '../src/locale/compile-options.ts'
import { writeOfflineShell } from './offline-shell.ts'

const client = 'build/client'
const assets = path.join(client, 'assets')
const LEAST_BYTES = 600

export async function finishBuild(languages: readonly string[]) {
  await writeHashThread()
  splitLanguages(languages)
  await writeOfflineShell()
  await compressFiles()
}

/** A thread is a file of its own, beside the server that begins it. */
async function writeHashThread() {
  const source = 'src/credentials/hash-thread.ts'
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source)
  writeFileSync('build/server/hash-thread.js', code)
}

/** A script speaks when it holds messages, or brings in one that does. The rest is the same in every language. */
function splitLanguages(languages: readonly string[]) {
  const scripts = new Map(
    readdirSync(assets)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(path.join(assets, name), 'utf8')]),
  )
  const speaking = new Set([...scripts].filter(([, code]) => code.includes(languagePlace)).map(([name]) => name))
  for (let known = -1; known !== speaking.size; ) {
    known = speaking.size
    for (const [name, code] of scripts) if (namesIn(code).some((named) => speaking.has(named))) speaking.add(name)
  }
  for (const language of languages) {
    mkdirSync(path.join(assets, language), { recursive: true })
    for (const name of speaking)
      writeFileSync(path.join(assets, language, name), inLanguage(name, scripts.get(name) ?? '', language, speaking))
  }
  for (const name of speaking) rmSync(path.join(assets, name))
}

/** Other scripts that a script names: beside itself (`./x.js`) or, in the lists of files to preload, from the root. */
const scriptName = /(["'`])(\.\/|\/?assets\/)([\w.~-]+\.js)\1/g
const namesIn = (code: string) => [...code.matchAll(scriptName)].map(([, , , name]) => name ?? '')

function inLanguage(name: string, code: string, language: string, speaking: Set<string>): string {
  const spoken = code.replaceAll(languagePlace, JSON.stringify(language))
  const linked = spoken.replace(scriptName, (whole, quote: string, from: string, named: string) => {
    if (from === './') return speaking.has(named) ? whole : `${quote}../${named}${quote}`
    return speaking.has(named) ? `${quote}${from}${language}/${named}${quote}` : whole
  })
  const { code: small, errors } = minifySync(name, linked, { module: true, mangle: { toplevel: true } })
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`)
  return name.startsWith('manifest-') ? inOneOrder(small) : small
}

/** The list of what routes are made of: in one order, what many share is written once when it is compressed. */
function inOneOrder(manifest: string): string {
  const lists = /(?<=imports:\[)[^\]]+(?=\])/g
  const uses = new Map<string, number>()
  for (const [list] of manifest.matchAll(lists))
    for (const name of list.split(',')) uses.set(name, (uses.get(name) ?? 0) + 1)
  const order = (a: string, b: string) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0) || (a < b ? -1 : 1)
  return manifest.replace(lists, (list) => list.split(',').sort(order).join(','))
}

async function compressFiles() {
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|css|svg|json|txt|html|webmanifest)$/.test(name),
  )
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(client, name)
      const bytes = await readFile(file)
      if (bytes.length < LEAST_BYTES) return
      const params = { [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}
