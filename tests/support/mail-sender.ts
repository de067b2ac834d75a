/** A sender of its own, which kills itself before the statement that has KILL_BEFORE in it. Started by deliver-mail.test.ts. */
import { readConfig } from '../../src/config.ts'
import { openSealing } from '../../src/credentials/sealing.ts'
import { Db } from '../../src/db/database.ts'
import { openLog } from '../../src/log.ts'
import { deliverMail } from '../../src/mail/deliver-mail.ts'
import { openSmtpChannel } from '../../src/mail/smtp-channel.ts'
import { settings } from '../../src/settings.ts'

const { DATABASE = '', KILL_BEFORE = '', SMTP_PORT, SMTP_CA = '', ...rest } = process.env
const config = readConfig(rest)
const db = new Db(DATABASE, {
  max: 2,
  intercept: (text) => {
    if (text.includes(KILL_BEFORE)) process.kill(process.pid, 'SIGKILL')
    return text
  },
})
const channel = openSmtpChannel({
  url: `smtp://localhost:${SMTP_PORT}`,
  tls: 'required',
  from: 'Karat <mail@karat.example>',
  replyTo: '',
  ca: SMTP_CA,
})
const one = { ...settings, mail: { ...settings.mail, atOnce: 1 as never } }
await deliverMail({
  db,
  config,
  settings: one,
  log: openLog('silent'),
  sealing: openSealing(config),
  stores: new Map(),
  channels: new Map([['email', channel]]),
})
process.stdout.write('ended by itself')
process.exit(0)
