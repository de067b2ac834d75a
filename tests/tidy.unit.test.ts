/** Checks the shape of the source tree. docs/architecture.md explains it; change both together. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const foundation = ['money', 'locale', 'db', 'http', 'ui']
const base = [...foundation, 'stores', 'credentials', 'mail', 'staff', 'content', 'identity', 'files']
/** What each area may import. An area may name only areas above it. */
const areas: Record<string, string[]> = {
  money: [],
  locale: [],
  db: [],
  ui: ['money', 'locale'],
  http: ['money', 'locale', 'db', 'ui'],
  settings: [], // composed by settings.ts, which is what others import
  stores: foundation,
  credentials: foundation,
  mail: [...foundation, 'stores', 'credentials'],
  staff: [...foundation, 'stores', 'credentials', 'mail'],
  content: [...foundation, 'stores', 'staff'],
  identity: [...foundation, 'stores', 'credentials', 'mail', 'staff', 'content'],
  files: [...foundation, 'stores', 'credentials', 'identity'],
  /** What the house looks into about a member, and what stops their movements meanwhile. */
  cases: base,
  kyc: [...base, 'cases'],
  payouts: [...base, 'kyc'],
  ledger: ['money', 'db'],
  papers: [...foundation, 'stores'],
  pricing: base,
  delivery: base,
  catalogue: [...base, 'ledger', 'pricing', 'delivery'],
  wishes: [...base, 'pricing', 'catalogue'],
  payments: [...base, 'cases', 'ledger'],
  /** The house's own account at its bank: what its statements say, and whose money that is. */
  bank: [...base, 'cases', 'kyc', 'payouts', 'ledger', 'payments'],
  vault: [...base, 'cases', 'kyc', 'payouts', 'ledger', 'papers', 'pricing', 'payments'],
  /** Large trades of companies at the desk. */
  business: [...base, 'cases', 'kyc', 'payouts', 'ledger', 'papers', 'pricing', 'payments', 'vault'],
  cart: [...base, 'kyc', 'pricing', 'catalogue'],
  orders: [...base, 'kyc', 'ledger', 'papers', 'pricing', 'catalogue', 'delivery', 'payments', 'bank', 'vault', 'cart'],
  /** Physical gold that members sell back to the house. */
  goldback: [
    ...base,
    'cases',
    'kyc',
    'payouts',
    'ledger',
    'papers',
    'pricing',
    'delivery',
    'catalogue',
    'payments',
    'vault',
    'orders',
  ],
  /** Who brought whom, and what they get for it. */
  referral: [
    ...base,
    'cases',
    'kyc',
    'payouts',
    'ledger',
    'papers',
    'pricing',
    'catalogue',
    'payments',
    'vault',
    'orders',
    'goldback',
  ],
  /** Members who bring clients and prepare their purchases, and what they earn by it. */
  agents: [
    ...base,
    'cases',
    'kyc',
    'payouts',
    'ledger',
    'papers',
    'pricing',
    'delivery',
    'catalogue',
    'payments',
    'vault',
    'orders',
    'goldback',
    'referral',
  ],
  /** Campaigns and events that members hold. */
  activities: [...base, 'kyc', 'catalogue', 'referral', 'agents'],
  /** Whether the gold that is owed is there: the register of bars, and what closes sales when it is not. */
  backing: [...base, 'ledger', 'catalogue', 'vault', 'business', 'orders', 'goldback', 'pricing'],
  /** What is published of that every day, for everybody to check. */
  proof: [...base, 'ledger', 'catalogue', 'vault', 'orders', 'backing'],
  community: [...base, 'delivery', 'orders'],
  /** What members complain about, with its register. */
  complaints: [...base, 'papers', 'orders'],
  /** The owner's books: days of the ledger as journals, registers and figures. */
  books: [...base, 'ledger', 'papers', 'pricing', 'catalogue', 'payments', 'vault', 'orders', 'goldback', 'backing'],
  audit: [...base, 'ledger', 'orders', 'vault', 'goldback', 'referral'],
  /** What is held about a member, over every area: copied for them, and forgotten. */
  rights: [
    ...base,
    'cases',
    'kyc',
    'payouts',
    'ledger',
    'delivery',
    'wishes',
    'payments',
    'vault',
    'business',
    'cart',
    'orders',
    'goldback',
    'referral',
    'agents',
    'activities',
    'community',
    'complaints',
  ],
  home: [
    ...base,
    'cases',
    'kyc',
    'payouts',
    'ledger',
    'pricing',
    'catalogue',
    'delivery',
    'payments',
    'bank',
    'vault',
    'business',
    'cart',
    'orders',
    'goldback',
    'referral',
    'agents',
    'activities',
    'backing',
    'proof',
    'community',
    'complaints',
    'audit',
    'rights',
  ],
  /** The staff's doors and pages: every other area's commands behind permissions. */
  office: [
    ...base,
    'cases',
    'kyc',
    'payouts',
    'ledger',
    'papers',
    'pricing',
    'delivery',
    'catalogue',
    'payments',
    'bank',
    'vault',
    'business',
    'orders',
    'goldback',
    'referral',
    'agents',
    'activities',
    'backing',
    'proof',
    'community',
    'complaints',
    'books',
    'audit',
    'rights',
    'home',
  ],
  sandbox: foundation,
  /** The witness of the demonstration: what it knows of the shop is the format of its proofs, and what everybody can read. */
  witness: [...foundation, 'stores', 'proof'],
}
/** Types that are named against the order, each with its reason. */
const typesUp: Record<string, string[]> = {
  http: ['stores'], // every request has a store
  ui: ['content'], // what a picture is, is said by its contract
}
/**
 * Areas whose calls the pages of an area make by URL beside those of its own and of what it imports.
 * A page that asks another area's call depends on it as much as if it imported it.
 */
const callsByUrl: Record<string, string[]> = {
  /** Pictures, the live price, suggestions, addresses, hearts and the basket stand on pages of many areas; a sign-up link may lead to any. */
  ui: ['files', 'pricing', 'delivery', 'catalogue', 'wishes', 'vault', 'cart', 'referral'],
  catalogue: ['cart'], // buying begins on the product's page
  wishes: ['cart'], // and on the wish list
}
/** The parts of the office see their own files and the kit; which part shows another's part, and why. */
const parts: Record<string, string[]> = {
  kit: ['find', 'notices'], // the palette and the bell stand in the frame of every page
  cases: ['kyc'], // a large sum is a report of kyc
  orders: ['members'], // whoever puts an order together finds the member that it is for
  members: ['kyc'], // a member's page says how far they are verified
  approvals: ['settings', 'growth'], // whoever approves reads what the page of the change says
}
/** SQL schemas that an area may name beside its own: each exception with its reason. */
const foreignSchemas: Record<string, string[]> = {
  db: ['foundation'], // the row by which an instance knows whether anything can be written
  http: ['foundation', 'identity'], // keys of requests, and the windows that limits are counted in
  audit: [
    'bank',
    'ledger',
    'orders',
    'papers',
    'payments',
    'vault',
    'business',
    'backing',
    'catalogue',
    'cart',
    'pricing',
    'staff',
    'goldback',
    'referral',
    'agents',
    ...['cases', 'complaints', 'content', 'identity', 'kyc', 'proof', 'stores'], // and tells all of them as of a moment
  ], // the audit compares what areas say with one another
  identity: ['foundation'], // its worker removes keys that are over 30 days old
}
/** What of the bag an area is given (`Parts` of karat.ts); an area that stands there names no whole bag. */
const bags = new Map(
  [
    ...(/^type Parts = \{\n(.*?)^\}/ms.exec(readFileSync('src/karat.ts', 'utf8'))?.[1] ?? '').matchAll(
      /^ {2}(\w+):((?:[^\n]|\n {4})+)/gm,
    ),
  ].map(([, area = '', parts = '']) => [area, [...parts.matchAll(/'(\w+)'/g)].map(([, part = '']) => part)] as const),
)
/** Files of those areas that hand the whole bag on, to what they cannot know. */
const handOn = ['staff/approvals.ts', 'staff/api.ts'] // to the executors of approvals, which are of any area
/** The files at the root of src/ that an area may import. */
const rootFiles = ['refusals.ts', 'karat.ts', 'settings.ts', 'config.ts', 'workers.ts']
const banned: [RegExp, string][] = [
  [/\bparseFloat\(|\.toFixed\(/, 'money and weight are bigints; see money/'],
  [/\bnew Date\(\)|\bDate\.now\(/, 'ask karat.now()'],
  [/\bprocess\.env\b/, 'config.ts reads the environment'],
  [/\bconsole\./, 'use the request logger'],
  [/\bas any\b|@ts-ignore|@ts-nocheck/, 'make the type true'],
  [/\bFIXME\b|\bTODO\b|\/\/ STUB/, 'finish it first'],
]
/** Where the clock and the process are read: the start, the database's own start, and the browser's clock. */
const mayReadClock = [
  'db/embedded.ts',
  'ui/clock.ts',
  'ui/reload-guard.ts',
  'ui/reload-script.ts',
  'ui/start-script.ts',
]
/** The browser has no log but its console. */
const mayLog = ['ui/log-trouble.ts']
const emptyNames = /(^|\/)(index|utils?|helpers?|common|misc|types|constants|services?|managers?)\.tsx?$/
const generated = /^locale\/paraglide\//
const isPure = (file: string) => /\/(contract|[\w-]+-(rules|postings))\.ts$/.test(file) || file.startsWith('money/')
const mayBePure = (file: string) => isPure(file) || file === 'http/wire.ts' || file === 'settings.ts'
const isDoor = (file: string) => /\/([\w-]+-)?api\.ts$/.test(file)
const pageMaySee =
  /^(money|locale|ui)\/|^http\/context\.ts$|^refusals\.ts$|^settings\.ts$|\/(pages\/.*|contract\.ts|[\w-]+-(rules|queries)\.ts)$/

const src = path.resolve('src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !generated.test(file),
)
const order = Object.keys(areas)
/** The migrations that make the schemas are their one list; nothing else repeats it. */
const schemas = readdirSync('migrations').flatMap((file) =>
  [...readFileSync(path.join('migrations', file), 'utf8').matchAll(/^\s*create schema (\w+)/gim)].map(
    ([, name = '']) => name,
  ),
)

/** Every module the file names: import, export … from, import() of a literal; types included. */
function imports(file: string, text: string): { name: string; typeOnly: boolean }[] {
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  return [
    ...module.staticImports.map((i) => ({
      name: i.moduleRequest.value,
      typeOnly: i.entries.length > 0 && i.entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap((e) =>
      e.entries.flatMap((entry) =>
        entry.moduleRequest ? [{ name: entry.moduleRequest.value, typeOnly: entry.isType }] : [],
      ),
    ),
    ...module.dynamicImports.flatMap((i) => {
      const literal = /^(["'`])(.*)\1$/.exec(text.slice(i.moduleRequest.start, i.moduleRequest.end))?.[2]
      return literal ? [{ name: literal, typeOnly: false }] : []
    }),
  ]
}

/** The longest function of the file, in lines. */
function longestFunction(file: string, text: string): number {
  const { program } = parseSync(file, text)
  let longest = 0
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, start, end } = node as { type?: string; start?: number; end?: number }
    if (type && /Function/.test(type) && start !== undefined && end !== undefined)
      longest = Math.max(longest, text.slice(start, end).split('\n').length)
    Object.values(node).forEach(walk)
  }
  walk(program)
  return longest
}

function* problems(file: string): Generator<string> {
  const text = readFileSync(path.join(src, file), 'utf8')
  const area = file.split('/')[0] ?? ''
  const atRoot = !file.includes('/')
  const isTest = /\.test\.tsx?$/.test(file)
  if (emptyNames.test(file)) yield 'its name says nothing'
  if (!isTest && text.split('\n').length > (file.endsWith('.tsx') ? 260 : 400)) yield 'too long'
  if (!isTest && longestFunction(file, text) > 70) yield `a function of ${longestFunction(file, text)} lines`
  if (!atRoot && !(area in areas)) yield `area '${area}' is not in the table`
  if (atRoot || isTest) return
  if (area !== 'ledger' && !file.endsWith('-postings.ts') && /\blegs:/.test(text))
    yield 'legs are written in *-postings.ts'
  for (const [pattern, instead] of banned)
    if (
      pattern.test(text) &&
      !(mayReadClock.includes(file) && instead === 'ask karat.now()') &&
      !(mayLog.includes(file) && instead === 'use the request logger')
    )
      yield `${pattern}: ${instead}`
  for (const schema of schemas)
    if (
      schema !== area &&
      !foreignSchemas[area]?.includes(schema) &&
      new RegExp(`\\b(from|join|into|update|table)\\s+${schema}\\.\\w`, 'i').test(text)
    )
      yield `names the tables of ${schema}`
  if (area === 'office' && file.split('/').length < 3 && file !== 'office/executors.ts') yield 'stands in no part'
  if (bags.has(area) && !handOn.includes(file) && /(?<!Pick)(?:[:<&]|=>)\s*Karat\b(?!\[)/.test(text))
    yield `takes the whole bag: Bag<'${area}'>, or a Pick of it`
  yield* badImports(file, area, text)
  if (area === 'ui' || file.includes('/pages/')) yield* badCalls(file, area, text)
}

/** Whose call stands at an address: the area's, or the office's in the office, whose pages ask below /api/admin. */
const callsOf = (isOffices: boolean) =>
  new Map(
    files
      .filter((file) => isDoor(file) && /^(office|staff)\//.test(file) === isOffices)
      .flatMap((file) =>
        [
          ...readFileSync(path.join(src, file), 'utf8').matchAll(/(?:(?:\.get|\.post|\badd)\(|\burl:)\s*'(\/[^']+)'/g),
        ].map(([, url = '']) => [url, file.split('/')[file.startsWith('office/') ? 1 : 0] ?? ''] as const),
      ),
  )
const calls = { shop: callsOf(false), office: callsOf(true) }
const pageRoutes = new Set(
  [...readFileSync(path.join(src, 'routes.ts'), 'utf8').matchAll(/route\('([^']+)'/g)].map(([, url]) => `/${url}`),
)

/** A path that is a page's as well counts where a function takes it; any other wherever it stands. */
function* badCalls(file: string, area: string, text: string): Generator<string> {
  const isOffices = area === 'office'
  const own = isOffices ? file.split('/')[1] : area
  for (const [, before, url = ''] of text.matchAll(/(\(\s*)?['"`](\/[\w/]+)/g)) {
    const to = calls[isOffices ? 'office' : 'shop'].get(url)
    if (!to || to === own || (!isOffices && pageRoutes.has(url) && !before)) continue
    const allowed = isOffices ? ['staff', ...(parts[own ?? ''] ?? [])] : areas[area]
    if (!allowed?.includes(to) && !callsByUrl[own ?? '']?.includes(to)) yield `${own} may not call ${url} of ${to}`
  }
}

function* badImports(file: string, area: string, text: string): Generator<string> {
  for (const { name, typeOnly } of imports(file, text)) {
    if (!name.startsWith('.') || name.includes('/+types/') || /\.(css|svg|woff2)(\?\w+)?$/.test(name)) continue
    const own = path.join(path.dirname(file), name)
    const to = own.split('/')[0] ?? ''
    if (isPure(file) && !mayBePure(own) && !typeOnly) yield `is pure, so may not import ${own}`
    if (file.includes('/pages/') && !pageMaySee.test(own) && !typeOnly) yield `a page may not import ${own}`
    if (!own.includes('/') && !rootFiles.includes(own)) yield `may not import ${own}`
    if (area === 'office' && to === area) yield* badPart(file, own)
    if (!own.includes('/') || to === area) continue
    if (!areas[area]?.includes(to) && !(typeOnly && typesUp[area]?.includes(to)))
      yield `${area} may not import ${to} (${own})`
    if (isDoor(own)) yield `${own} is private to app.ts`
  }
}

function* badPart(file: string, own: string): Generator<string> {
  const [part, to] = [file.split('/')[1] ?? '', own.split('/')[1] ?? '']
  if (file === 'office/executors.ts' || to === part || (to === 'kit' && part !== 'kit')) return
  if (!parts[part]?.includes(to)) yield `the part ${part} may not import ${to} (${own})`
}

test.each(files)('%s', (file) => expect([...problems(file)]).toEqual([]))

test('a browser test says which of several elements it means', () => {
  const specs = readdirSync('tests/e2e', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const vague = specs.filter((file) => /\.(first|last)\(\)/.test(readFileSync(path.join('tests/e2e', file), 'utf8')))
  expect(specs.length).toBeGreaterThan(20)
  expect(vague).toEqual([])
})

/** Every call of `vi.waitFor` and `vi.waitUntil` below `node`, by its number of arguments. */
function* waits(node: unknown): Generator<number> {
  if (!node || typeof node !== 'object') return
  const {
    type,
    callee,
    arguments: given,
  } = node as { type?: string; callee?: { property?: { name?: string } }; arguments?: [] }
  if (type === 'CallExpression' && /^wait(For|Until)$/.test(callee?.property?.name ?? '')) yield given?.length ?? 0
  for (const part of Object.values(node)) yield* waits(part)
}

test('a wait of a test says how long, for a second is too short on a busy machine', () => {
  const tests = ['src', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file))
      .filter((file) => file.endsWith('.ts') && !file.startsWith('tests/e2e')),
  )
  const found = tests.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return /\bvi\.wait/.test(text) ? [...waits(parseSync(file, text).program)].map((given) => ({ file, given })) : []
  })
  expect(found.length).toBeGreaterThan(40)
  expect(found.filter(({ given }) => given < 2)).toEqual([])
})

/** What the framework asks a route or an entry for. */
const forFramework = new Set([
  ...['loader', 'clientLoader', 'meta', 'headers', 'links', 'handle', 'Layout', 'ErrorBoundary', 'HydrateFallback'],
  ...['middleware', 'clientMiddleware', 'shouldRevalidate', 'handleError'],
])

test('what is exported is named elsewhere', () => {
  const folders = ['src', 'tests', 'scripts', 'bench']
  const texts = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/node_modules|paraglide/.test(file))
      .map((file) => [path.join(folder, file), readFileSync(path.join(folder, file), 'utf8')] as const),
  )
  const users = new Map<string, number>()
  for (const [, text] of texts)
    for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g))) users.set(word, (users.get(word) ?? 0) + 1)
  const exported = /^export (?:async )?(?:const|function\*?|class|type|interface) ([\w$]+)/gm
  const alone = texts
    .filter(([file]) => file.startsWith('src/'))
    .flatMap(([file, text]) => [...text.matchAll(exported)].map(([, name = '']) => ({ file, name })))
    .filter(({ name }) => users.get(name) === 1 && !forFramework.has(name))
  expect(alone).toEqual([])
})

test('whose every call is, is known here', () => {
  const told = [...readFileSync('docs/api.md', 'utf8').matchAll(/^### \w+ \/api\/(store\{code\}|admin)(\/\S+)/gm)]
  expect(told.length).toBeGreaterThan(200)
  const unknown = told.filter(([, side, url = '']) => !calls[side === 'admin' ? 'office' : 'shop'].has(url))
  expect(unknown.map(([line]) => line)).toEqual([])
})

test('every schema belongs to an area', () => {
  expect(schemas.length).toBeGreaterThan(20)
  expect(schemas.filter((schema) => schema !== 'foundation' && !(schema in areas))).toEqual([])
})

test('areas name only areas above them', () => {
  for (const [i, area] of order.entries())
    for (const allowed of areas[area] ?? []) expect(order.indexOf(allowed), `${area} → ${allowed}`).toBeLessThan(i)
})

test('an area is given what it reaches for, or what an area that it may call is given', () => {
  expect(bags.size).toBeGreaterThan(10)
  const idle = [...bags].flatMap(([area, parts]) => {
    const text = files
      .filter((file) => file.startsWith(`${area}/`) && !file.includes('.test.'))
      .map((file) => readFileSync(path.join(src, file), 'utf8'))
      .join('\n')
    const called = new Set(areas[area]?.flatMap((above) => bags.get(above) ?? []))
    return parts
      .filter((part) => !called.has(part) && !new RegExp(`\\b${part}\\b`).test(text))
      .map((part) => `${area}: ${part}`)
  })
  expect(idle).toEqual([])
})
