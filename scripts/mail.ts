/**
 * npm run mail -- stopped | again <id>
 *
 * stopped: lists the messages that are not sent any more, with the reason and never with their words. again: puts one of
 * them back into the queue; where the reason is unknown its receiver may then have it twice.
 * The database is DATABASE_URL, or the embedded one that runs on DATA_DIR.
 */
import { Db } from '../src/db/database.ts'
import { APPLICATION_ROLE } from '../src/db/migrate.ts'
import { listStoppedMail, sendAgain } from '../src/mail/stopped-mail.ts'
import { settings } from '../src/settings.ts'
import { connectionString } from './database-address.ts'

async function stopped(db: Db): Promise<string[]> {
  const { rows: messages } = await listStoppedMail(db)
  if (messages.length === 0) return ['Every message was sent or waits for its turn.']
  return messages.map(
    ({ id, createdAt, channel, template, state, tries, problem }) =>
      `${createdAt.toISOString()} ${id} ${channel} ${template}: ${state} after ${tries} tries, ${problem ?? 'not in time'}`,
  )
}

async function main(): Promise<boolean> {
  const [command, id = ''] = process.argv.slice(2)
  if (command !== 'stopped' && !(command === 'again' && id))
    throw new Error('Usage: npm run mail -- stopped | again <id>')
  const db = new Db(await connectionString(), { max: 1, role: APPLICATION_ROLE })
  try {
    if (command === 'stopped') {
      process.stdout.write(`${(await stopped(db)).join('\n')}\n`)
      return true
    }
    const done = await sendAgain({ db, settings }, id)
    process.stdout.write(
      done
        ? 'It leaves with the next round.\n'
        : 'There is no such stopped message, or it holds a code that is dead by now.\n',
    )
    return done
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
