/** npm test: everything, in the order in which a mistake shows soonest. Ends with one line that counts the tests. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'

const results = 'node_modules/.cache/karat-tests'
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

type Step = { name: string; command: string; args: string[]; report?: string }
const steps: Step[] = [
  { name: 'messages', command: 'node', args: ['scripts/i18n.ts'] },
  { name: 'route types', command: 'react-router', args: ['typegen'] },
  { name: 'types', command: 'tsc', args: [] },
  { name: 'lint and format', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  vitest('unit'),
  vitest('database'),
  { name: 'build', command: 'node', args: ['scripts/build.ts'] },
  vitest('process'),
  { name: 'browser', command: 'playwright', args: ['test'], report: `${results}/browser.json` },
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

let [passed, failed] = [0, 0]
const broken: string[] = []
for (const { name, command, args, report } of steps) {
  const began = performance.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, FORCE_COLOR: '0' } })
  process.stdout.write(
    `${status === 0 ? 'ok' : 'FAILED'}  ${name}  ${Math.round((performance.now() - began) / 1000)} s\n`,
  )
  if (status !== 0) broken.push(name)
  if (report) count(report)
  else if (status !== 0) break
}

function count(report: string) {
  const read = JSON.parse(readFileSync(report, 'utf8'))
  passed += read.numPassedTests ?? read.stats?.expected ?? 0
  failed += read.numFailedTests ?? read.stats?.unexpected ?? 0
}

if (broken.length > 0) process.stdout.write(`Failed: ${broken.join(', ')}\n`)
process.stdout.write(`${passed} passed, ${failed + (failed === 0 ? broken.length : 0)} failed\n`)
process.exit(broken.length > 0 ? 1 : 0)
