/** npm test: everything, in the order in which a mistake shows soonest. Ends with one line that counts the tests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const results = 'node_modules/.cache/karat-tests'
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

/** `quiet`: saying anything is a failure. */
type Step = { name: string; command: string; args: string[]; report?: string; quiet?: boolean }
/** One stage after the other; the rows of a stage beside each other, for the build leaves one of two cores to the rest. */
const stages: Step[][][] = [
  // Compiles the messages too, as the build does, which then leaves them alone while types are checked.
  [[{ name: 'messages and route types', command: 'react-router', args: ['typegen'] }]],
  [
    [
      { name: 'types', command: 'tsc', args: [] },
      { name: 'lint and format', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
      vitest('unit'),
    ],
    // A first start says what the build says, above its addresses.
    [{ name: 'build', command: 'node', args: ['scripts/build.ts'], quiet: true }],
  ],
  [[vitest('database')]],
  [[vitest('process')]],
  [[{ name: 'browser', command: 'playwright', args: ['test'], report: `${results}/browser.json` }]],
]

function vitest(project: string): Step {
  const report = `${results}/${project}.json`
  return {
    name: project,
    command: 'vitest',
    args: ['run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    report,
  }
}

type Report = {
  title?: string
  /** Of a file of vitest: why it could not be read. */
  message?: string
  failureMessages?: string[]
  errors?: { message?: string }[]
} & { [below in 'testResults' | 'assertionResults' | 'suites' | 'specs' | 'tests' | 'results']?: Report[] }

let [passed, failed] = [0, 0]
const reasons: string[] = []
const broken: string[] = []
let stopped = false
for (const rows of stages) if (!stopped) await Promise.all(rows.map((row) => runRow(row, rows.length === 1)))

/** Runs steps one after the other until one fails that the others need; what several rows say would mix, so each step of theirs says it at its end. */
async function runRow(row: Step[], alone: boolean) {
  for (const { name, command, args, report, quiet } of row) {
    const began = performance.now()
    const child = spawn(command, args, {
      stdio: ['ignore', ...(alone ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const))],
      env: { ...process.env, FORCE_COLOR: '0' },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
    const [ended] = await once(child, 'close')
    const status = quiet && said !== '' ? 'not quiet' : ended
    const seconds = Math.round((performance.now() - began) / 1000)
    process.stdout.write(`${said}${status === 0 ? 'ok' : 'FAILED'}  ${name}  ${seconds} s\n`)
    if (status !== 0) broken.push(name)
    if (report) count(report)
    else if (status !== 0) {
      stopped = true
      return
    }
  }
}

function count(report: string) {
  if (!existsSync(report)) return // it was ended before it could say
  const read = JSON.parse(readFileSync(report, 'utf8'))
  passed += read.numPassedTests ?? read.stats?.expected ?? 0
  failed += read.numFailedTests ?? read.stats?.unexpected ?? 0
  collectReasons(read, '')
}

/** The start of what each failed test said, from the report of vitest or of playwright: the end of a long log is what is kept of it. */
function collectReasons(part: Report, above: string) {
  const name = part.title ?? above
  const whole = part.assertionResults?.length === 0 && part.message ? [part.message] : []
  for (const said of [
    ...whole,
    ...(part.failureMessages ?? []),
    ...(part.errors ?? []).map(({ message }) => message ?? ''),
  ])
    reasons.push(`${name}: ${stripVTControlCharacters(said).slice(0, 600)}`)
  for (const below of ['testResults', 'assertionResults', 'suites', 'specs', 'tests', 'results'] as const)
    for (const child of part[below] ?? []) collectReasons(child, name)
}

for (const reason of reasons) process.stdout.write(`${reason}\n\n`)
if (broken.length > 0) process.stdout.write(`Failed: ${broken.join(', ')}\n`)
process.stdout.write(`${passed} passed, ${failed + (failed === 0 ? broken.length : 0)} failed\n`)
process.exit(broken.length > 0 ? 1 : 0)
