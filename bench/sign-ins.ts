/** npm run bench:sign-ins: the flood of sign-ins of `npm run bench` by itself. */
import { openBenchServer, PORT } from './bench-server.ts'
import { measureSignIns } from './flood-sign-ins.ts'

const server = await openBenchServer()
try {
  process.stdout.write(`${await measureSignIns(`http://127.0.0.1:${PORT}/api/storeid`)}\n`)
} finally {
  await server.close()
}
