/**
 * What reads keep while sign-ins are flooded, and how many sign-ins a second there are. The flood is of accounts that nobody
 * has, from ever new addresses of one proxy, so that nothing but the cap on hashes stands against it. Reads alone and reads in
 * the flood take turns, so that a neighbour's load meets both; what counts is the middle one of the rounds.
 */
import autocannon from 'autocannon'

const ROUNDS = 7
const WARM_UP = 8
const SECONDS = 4

type Round = { alone: number; beside: number; compared: number; refused: number; others: number }

/** One line of text for people: the rates of the middle round, and the shares of all. */
export async function measureSignIns(base: string): Promise<string> {
  await reads(base, WARM_UP)
  const quiet = (await flood(base, SECONDS)).statusCodeStats?.['401']?.count ?? 0
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(base))
  const kept = ({ beside, alone }: Round) => beside / alone
  const sorted = rounds.toSorted((one, other) => kept(one) - kept(other))
  const middle = sorted[(ROUNDS - 1) / 2]
  const sum = (count: (round: Round) => number) => rounds.reduce((total, round) => total + count(round), 0)
  if (!middle || sum(({ compared }) => compared) === 0) throw new Error('no sign-in was compared')
  const aSecond = (count: (round: Round) => number) => (sum(count) / ROUNDS / SECONDS).toFixed(1)
  return `Sign-ins in a flood: reads keep ${percent(kept(middle))} of their throughput (aim ≥ 80 %; ${ROUNDS} rounds: ${sorted.map((round) => percent(kept(round))).join(', ')})
reads alone: ${Math.min(...rounds.map(({ alone }) => alone))} to ${Math.max(...rounds.map(({ alone }) => alone))} a second; middle round ${middle.alone} alone, ${middle.beside} in the flood; sign-ins: ${(quiet / SECONDS).toFixed(1)} a second compared without reads, ${aSecond((one) => one.compared)} beside them, ${aSecond((one) => one.refused)} refused (503), ${aSecond((one) => one.others)} other answers`
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`

async function measureRound(base: string): Promise<Round> {
  const alone = await reads(base, SECONDS)
  const [beside, flooded] = await Promise.all([reads(base, SECONDS), flood(base, SECONDS)])
  const count = (code: `${number}`) => flooded.statusCodeStats?.[code]?.count ?? 0
  const [compared, refused] = [count('401'), count('503')]
  return { alone, beside, compared, refused, others: flooded.requests.total - compared - refused }
}

async function reads(base: string, duration: number): Promise<number> {
  const url = `${base}/api/storeid/product/getGoldPrice`
  const result = await autocannon({ url, connections: 50, duration, headers: { platform: 'web' } })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} wrong answers, ${result.errors} errors`)
  return Math.round(result.requests.total / duration)
}

let account = 0
const flood = (base: string, duration: number) =>
  autocannon({
    url: `${base}/api/storeid/user/login`,
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
