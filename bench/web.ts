/**
 * npm run bench:web: what Lighthouse says of home, list and product on a phone, as medians, against the bars of the shop.
 * `-- --json <file>` keeps the figures, `--runs <n>` and `--page <name>` measure less, `--base <url>` another server.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { freePort, startBuiltProduct } from '../scripts/built-product.ts'
import { chromiumPath } from '../scripts/chromium.ts'
import { type Measured, measurePage } from './lighthouse.ts'

const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    runs: { type: 'string', default: '5' },
    page: { type: 'string' },
    base: { type: 'string' },
  },
})
const DEBUG_PORT = await freePort()

/** Figure, the bar it has to pass, and whether more or less is better. */
const bars: [keyof Measured, 'at least' | 'at most', number][] = [
  ['performance', 'at least', 95],
  ['accessibility', 'at least', 100],
  ['best practices', 'at least', 100],
  ['seo', 'at least', 100],
  ['LCP s', 'at most', 1.8],
  ['CLS', 'at most', 0.02],
  ['TBT ms', 'at most', 150],
  ['JS kB gz', 'at most', 130],
  ['images kB', 'at most', 250],
]

const product = options.base ? null : await startBuiltProduct()
const base = options.base ?? product?.base ?? ''
// Under LANG=C Chromium speaks a language that Intl does not know.
process.env.LC_ALL = 'en_US.UTF-8'
const browser = await chromium.launch({
  executablePath: await chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${DEBUG_PORT}`],
})
let missed = 0
try {
  const pages = { home: '/', list: '/product/product', product: await popularProduct() }
  const results: Record<string, Measured & { complaints: string[] }> = {}
  for (const [name, path] of Object.entries(pages).filter(([page]) => !options.page || page === options.page)) {
    results[name] = await medianOf(base + path)
    print(name, path, results[name])
  }
  if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`)
} finally {
  await browser.close()
  await product?.stop()
}
process.stdout.write(missed === 0 ? 'every bar passed\n' : `${missed} bars missed\n`)
process.exit(missed === 0 ? 0 : 1)

async function popularProduct(): Promise<string> {
  const answer = await fetch(`${base}/api/storeid/product/getList?sort=popularity&page_size=1`)
  const { data } = (await answer.json()) as { data: { items: { product_id: number; sku_id: number }[] } }
  const [card] = data.items
  if (!card) throw new Error('the demo shop sells nothing')
  return `/product/productDetail?id=${card.product_id}&sku=${card.sku_id}`
}

/** The median of every figure by itself, and what any run complained about. */
async function medianOf(url: string): Promise<Measured & { complaints: string[] }> {
  const runs: Awaited<ReturnType<typeof measurePage>>[] = []
  for (let run = 0; run < Number(options.runs); run++) runs.push(await measurePage(url, DEBUG_PORT))
  const figures = Object.keys(runs[0]?.figures ?? {}) as (keyof Measured)[]
  const median = (figure: keyof Measured) =>
    [...runs].sort((a, b) => a.figures[figure] - b.figures[figure])[Math.floor(runs.length / 2)]?.figures[figure]
  return {
    ...(Object.fromEntries(figures.map((figure) => [figure, median(figure)])) as Measured),
    complaints: [...new Set(runs.flatMap(({ complaints }) => complaints))],
  }
}

function print(name: string, path: string, result: Measured & { complaints: string[] }) {
  process.stdout.write(`${name}  ${path}\n`)
  for (const [figure, value] of Object.entries(result).filter(([key]) => key !== 'complaints')) {
    const bar = bars.find(([known]) => known === figure)
    const passed = !bar || (bar[1] === 'at least' ? Number(value) >= bar[2] : Number(value) <= bar[2])
    if (!passed) missed++
    const says = bar ? `${passed ? 'ok     ' : 'MISSED '} ${bar[1]} ${bar[2]}` : ''
    process.stdout.write(`  ${figure.padEnd(22)}${String(value).padStart(9)}  ${says}\n`)
  }
  for (const complaint of result.complaints) process.stdout.write(`  - ${complaint}\n`)
}
