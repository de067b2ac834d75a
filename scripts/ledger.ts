/**
 * npm run ledger -- audit | verify | heads
 *
 * audit: prints every row that breaks a rule of the books. verify: reads the hash chains again and names the first bad transfer.
 * heads: publishes the chains' heads and prints them. Exit code 1 when something is wrong.
 * The database is DATABASE_URL, or the embedded one that runs on DATA_DIR.
 */
import { auditLedger } from '../src/audit/ledger-audit.ts'
import { Db } from '../src/db/database.ts'
import { APPLICATION_ROLE } from '../src/db/migrate.ts'
import { publishHeads } from '../src/ledger/publish-heads.ts'
import { verifyChain } from '../src/ledger/verify-chain.ts'
import { connectionString } from './database-address.ts'

type Answer = { lines: string[]; good: boolean }

const commands: Record<string, (db: Db) => Promise<Answer>> = {
  async audit(db) {
    const violations = await auditLedger(db)
    const lines = violations.map(({ rule, row }) => `BROKEN  ${rule}: ${row}`)
    return { lines: lines.length > 0 ? lines : ['The books are in order.'], good: violations.length === 0 }
  },
  async verify(db) {
    const fault = await verifyChain(db)
    if (!fault)
      return { lines: ['Every transfer is what was hashed, and every published head is in its chain.'], good: true }
    return {
      lines: [
        `BROKEN  ${fault.fault}: transfer ${fault.transfer_id ?? 'missing'}, chain ${fault.shard}, place ${fault.seq}`,
      ],
      good: false,
    }
  },
  async heads(db) {
    const { published_at, heads, digest } = await publishHeads(db)
    const chains = heads.map(
      ({ shard, seq, hash }) => `${String(shard).padStart(2)} ${String(seq).padStart(10)} ${hash}`,
    )
    return { lines: [...chains, `${published_at.toISOString()} ${digest}`], good: true }
  },
}

async function main(): Promise<boolean> {
  const command = commands[process.argv[2] ?? '']
  if (!command) throw new Error('Usage: npm run ledger -- audit | verify | heads')
  const db = new Db(await connectionString(), { max: 1, role: APPLICATION_ROLE })
  try {
    const { lines, good } = await command(db)
    process.stdout.write(`${lines.join('\n')}\n`)
    return good
  } finally {
    await db.close()
  }
}

main().then(
  (good) => {
    process.exitCode = good ? 0 : 1
  },
  (error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  },
)
