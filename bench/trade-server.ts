/** The server of `npm run bench -- trades`: the product from its sources, in which comparing a PIN costs nothing unless REAL_PINS says so. */
import { buildApp } from '../src/app.ts'
import { start } from '../src/start.ts'
import { startWorkers } from '../src/workers.ts'

const { karat } = await start(process.env)
if (process.env.REAL_PINS !== '1') karat.hasher.pinMatches = async () => true
const app = await buildApp(karat)
startWorkers(karat)
await app.listen({ port: karat.config.PORT, host: karat.config.HOST })
// Whoever measures has ended.
process.once('disconnect', () => process.exit())
process.send?.('open')
