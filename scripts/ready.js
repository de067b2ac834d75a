// Installs what is missing, with whatever Node the machine has; every later command runs the pinned Node 24.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

const changed = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

if (changed('node_modules/.package-lock.json') < changed('package-lock.json')) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {}) // npm cleans up first; then its exit code ends us
  const npm = process.env.npm_execpath
  const install = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...install], { stdio: 'inherit' })
    : spawnSync('npm', install, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
