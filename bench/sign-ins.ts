/**
 * npm run bench:sign-ins: what reads keep while sign-ins are flooded, and how many sign-ins a second there are. The flood is of
 * accounts that nobody has, from ever new addresses of one proxy, so that nothing but the cap on hashes stands against it.
 */
import { availableParallelism } from 'node:os'
import autocannon from 'autocannon'
import { cpuOf } from './machine.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const port = Number(process.env.BENCH_PORT ?? 3000)
const pid = Number(process.env.BENCH_PID ?? 0)
const base = `http://127.0.0.1:${port}/api/storeid`

const reads = () =>
  autocannon({ url: `${base}/product/getGoldPrice`, connections: 50, duration: SECONDS, headers: { platform: 'web' } })

let account = 0
const flood = (duration: number) =>
  autocannon({
    url: `${base}/user/login`,
    method: 'POST',
    connections: 64,
    duration,
    requests: [
      {
        setupRequest: (request) => {
          account++
          const from = `10.${(account >> 16) & 255}.${(account >> 8) & 255}.${account & 255}`
          return {
            ...request,
            headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
            body: JSON.stringify({ account: `nobody${account}@example.com`, password: 'not a password' }),
          }
        },
      },
    ],
  })

await reads() // the first second prepares
const alone = await reads()
const before = cpuOf(pid)
const [beside, flooded] = await Promise.all([reads(), flood(SECONDS)])
const compared = flooded.statusCodeStats?.['401']?.count ?? 0
const refused = flooded.statusCodeStats?.['503']?.count ?? 0
const rate = (total: number) => Math.round(total / SECONDS)
process.stdout.write(`cores ${availableParallelism()}; server's processor ms in the flood: ${cpuOf(pid) - before}
reads alone           ${rate(alone.requests.total)} a second
reads in the flood    ${rate(beside.requests.total)} a second, ${((beside.requests.total / alone.requests.total) * 100).toFixed(0)} %
sign-ins compared     ${rate(compared)} a second
sign-ins refused      ${rate(refused)} a second (503)
other answers         ${Object.entries(flooded.statusCodeStats ?? {})
  .filter(([code]) => !['401', '503'].includes(code))
  .map(([code, { count }]) => `${code}: ${count}`)
  .join(', ')}
`)
