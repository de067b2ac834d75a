/** Writes the offline page of each language and the service worker that answers with it, into the client build. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { minifySync, transformWithOxc } from 'vite'
import { compileOptions } from '../src/locale/compile-options.ts'
import { languages } from '../src/locale/languages.ts'

type Say = Record<string, (inputs: object, options: { locale: string }) => string>

const client = 'build/client'

export async function writeOfflineShell() {
  const say = (await import(path.resolve(compileOptions.outdir, 'messages.js'))) as Say
  const asset = (pattern: RegExp) => {
    const name = readdirSync(path.join(client, 'assets')).find((file) => pattern.test(file))
    if (!name) throw new Error(`the build has no ${pattern}`)
    return `/assets/${name}`
  }
  const css = asset(/^root-.*\.css$/)
  const files = [css, asset(/^hanken-grotesk-.*\.woff2$/), asset(/^newsreader-.*\.woff2$/)]
  const script = `/assets/offline-${hashOf(offlineScript)}.js`
  writeFileSync(path.join(client, script), offlineScript)
  mkdirSync(path.join(client, 'offline'), { recursive: true })
  const pages: Record<string, string> = {}
  for (const language of languages) {
    const html = offlinePage({ language, css, script, say })
    pages[language] = `/offline/${language}.html`
    writeFileSync(path.join(client, pages[language] ?? ''), html)
  }
  const shell = { build: '', pages, files: [...files, script], language: 'id' }
  const made = Object.values(pages).map((page) => readFileSync(path.join(client, page)))
  shell.build = hashOf(JSON.stringify(shell) + made.join(''))
  const worker = await transformWithOxc(readFileSync('src/ui/service-worker.ts', 'utf8'), 'service-worker.ts')
  // A plain script, which every browser takes for a worker: no module, nothing exported.
  const whole = `{const SHELL = ${JSON.stringify(shell)};\n${worker.code.replace(/^export \{\};?$/m, '')}}`
  writeFileSync(path.join(client, 'sw.js'), minifySync('sw.js', whole).code)
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 8)

/**
 * Fills in what the last page noted, and loads the page that was wanted as soon as there is a connection: the browser says so,
 * but not when it was back before this page listened, nor when the shop itself was away. So the shop is asked too.
 */
const offlineScript = `const box=document.getElementById('seen');
caches.open('seen').then((kept)=>kept.match('/last-seen')).then((note)=>note?.json()).then((seen)=>{
if(!seen?.price)return;
box.querySelector('s').textContent=seen.price;
box.querySelector('time').textContent=seen.at;
box.hidden=false}).catch(()=>{});
const again=()=>location.reload();
document.getElementById('again').addEventListener('click',again);
addEventListener('online',again);
setInterval(()=>fetch('/favicon.svg',{method:'HEAD',cache:'no-store'}).then(({ok})=>ok&&again()).catch(()=>{}),5000);
`

type Offline = { language: string; css: string; script: string; say: Say }

function offlinePage({ language, css, script, say }: Offline): string {
  const words = (name: string) => {
    const text = say[name]?.({}, { locale: language })
    if (!text) throw new Error(`messages/ui has no ${name}`)
    return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
  }
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${words('ui_offline_title')} · Karat</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${css}">
<script type="module" src="${script}"></script>
</head>
<body>
<main class="wrap grid min-h-dvh place-items-center py-14">
<div class="max-w-[560px]">
<h1 class="h1">${words('ui_offline_title')}</h1>
<p class="mt-4 text-ink-2">${words('ui_offline_text')}</p>
<div id="seen" hidden class="mt-8 border-t border-line pt-5">
<p class="small text-ink-2">${words('ui_offline_price')} · <time></time></p>
<p class="mt-1 fig-l"><s></s></p>
<p class="small mt-2 text-ink-2">${words('ui_offline_price_old')}</p>
</div>
<button type="button" id="again" class="btn mt-8">${words('ui_offline_again')}</button>
</div>
</main>
</body>
</html>
`
}
