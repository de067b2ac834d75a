/** The application with a bug planted by the environment: every statement that has PLANT_FROM in it is sent as PLANT_TO. For controls only. */
import { pino } from 'pino'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { openKarat } from '../../src/karat.ts'

const { PLANT_FROM = '', PLANT_TO = '', DATABASE_URL = '' } = process.env
const karat = await openKarat({
  config: readConfig(process.env),
  connectionString: DATABASE_URL,
  log: pino({ level: 'silent' }),
  intercept: (text) => (PLANT_FROM !== '' && text.includes(PLANT_FROM) ? PLANT_TO : text),
})
const app = await buildApp(karat)
await app.listen({ port: karat.config.PORT, host: '127.0.0.1' })
process.stdout.write('Karat is open\n')
