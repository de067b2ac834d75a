/** One Lighthouse run of a page as a phone on a slow network sees it, cut down to the figures that the shop is held to. */
import { gzipSync } from 'node:zlib'
import lighthouse, { type RunnerResult } from 'lighthouse'

export type Measured = {
  performance: number
  accessibility: number
  'best practices': number
  seo: number
  'LCP s': number
  CLS: number
  'TBT ms': number
  'FCP s': number
  'speed index s': number
  'JS kB gz': number
  'images kB': number
  'HTML kB': number
  'CSS kB': number
  'fonts kB': number
  requests: number
  'hydration ms': number
  'machine index': number
}

type Audits = RunnerResult['lhr']['audits']
type Request = { url: string; resourceType: string; transferSize: number; networkRequestTime: number }

const KB = 1000
const rounded = (value: number, places = 0) => Math.round(value * 10 ** places) / 10 ** places

/** The mobile preset as Lighthouse ships it: simulated slow 4G, processor four times slower, 412 × 823. */
export async function measurePage(url: string, port: number): Promise<{ figures: Measured; complaints: string[] }> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' })
  if (!result) throw new Error(`Lighthouse gave nothing for ${url}`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  const score = (category: string) => rounded((lhr.categories[category]?.score ?? 0) * 100)
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
  const requests = requestsOf(lhr.audits)
  const bytes = (type: string) => requests.filter((one) => one.resourceType === type).reduce(sumOf, 0) / KB
  return {
    figures: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best practices': score('best-practices'),
      seo: score('seo'),
      'LCP s': rounded(value('largest-contentful-paint') / 1000, 2),
      CLS: rounded(value('cumulative-layout-shift'), 3),
      'TBT ms': rounded(value('total-blocking-time')),
      'FCP s': rounded(value('first-contentful-paint') / 1000, 2),
      'speed index s': rounded(value('speed-index') / 1000, 2),
      'JS kB gz': rounded((await scriptBytes(requests)) / KB, 1),
      'images kB': rounded(imagesAboveFold(result, requests) / KB, 1),
      'HTML kB': rounded(bytes('Document'), 1),
      'CSS kB': rounded(bytes('Stylesheet'), 1),
      'fonts kB': rounded(bytes('Font'), 1),
      requests: requests.length,
      'hydration ms': rounded(value('bootup-time')),
      'machine index': rounded(lhr.environment.benchmarkIndex),
    },
    complaints: complaintsOf(result),
  }
}

const sumOf = (sum: number, { transferSize }: Request) => sum + transferSize

const requestsOf = (audits: Audits): Request[] =>
  ((audits['network-requests']?.details as { items?: unknown[] } | undefined)?.items ?? []) as Request[]

/** What the scripts weigh with gzip, whatever the server sent them with: the figure that the bar names. */
async function scriptBytes(requests: Request[]): Promise<number> {
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  const sizes = scripts.map(async ({ url }) => gzipSync(await (await fetch(url)).bytes(), { level: 9 }).length)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Bytes of the pictures that stand, in part at least, in the first screen. */
function imagesAboveFold({ artifacts }: RunnerResult, requests: Request[]): number {
  const screen = artifacts.ViewportDimensions.innerHeight
  const above = artifacts.ImageElements.filter(
    ({ clientRect: { top, bottom }, displayedWidth }) => top < screen && bottom > 0 && displayedWidth > 0,
  )
  const addresses = new Set(above.map(({ src }) => src))
  return requests.filter(({ url }) => addresses.has(url)).reduce(sumOf, 0)
}

/** Every audit outside performance that is not perfect, with the first thing it points at; and what costs speed. */
function complaintsOf({ lhr }: RunnerResult): string[] {
  return Object.entries(lhr.categories).flatMap(([id, category]) =>
    category.auditRefs.flatMap(({ id: name, weight, group }) => {
      const audit = lhr.audits[name]
      const counts = weight > 0 || (id === 'performance' && group === 'insights')
      if (!audit || !counts || audit.score === null || audit.score >= 0.9 || group === 'metrics') return []
      const { items = [] } = (audit.details ?? {}) as { items?: { node?: { snippet: string }; description?: string }[] }
      const at = items[0]?.node?.snippet ?? items[0]?.description ?? audit.displayValue ?? ''
      return [`${id}: ${name} ${String(at).slice(0, 160)}`]
    }),
  )
}
