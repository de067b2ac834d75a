// Installs what is missing, with whatever Node the machine has; every later command runs the pinned Node 24.
// Folders named after it have packages of their own: `node scripts/ready.js bench`.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

const changed = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {}) // npm cleans up first; then its exit code ends us

for (const folder of ['.', ...process.argv.slice(2)]) {
  if (changed(`${folder}/node_modules/.package-lock.json`) >= changed(`${folder}/package-lock.json`)) continue
  const npm = process.env.npm_execpath
  const install = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...install], { stdio: 'inherit', cwd: folder })
    : spawnSync('npm', install, { stdio: 'inherit', cwd: folder })
  if (status !== 0) process.exit(status ?? 1)
}
