/** The link to a ticket: whoever has it sees the ticket and may give the place back. It is made of the sign-up's id and kept nowhere. */
import { timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'
import type { Config } from '../config.ts'
import { keyedHash } from '../credentials/keyed-hash.ts'

type Keys = Pick<Config, 'PIN_KEY'>
const markOf = (config: Keys, id: string) => keyedHash(config, 'ticket of an activity', id).subarray(0, 16)

/** 43 characters. */
export const ticketToken = (config: Keys, participantId: string): string =>
  Buffer.concat([Buffer.from(parse(participantId)), markOf(config, participantId)]).toString('base64url')

/** Whose ticket a token is of; null for one that we did not make. */
export function readTicketToken(config: Keys, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 32) return null
  try {
    const id = stringify(bytes.subarray(0, 16))
    return timingSafeEqual(bytes.subarray(16), markOf(config, id)) ? id : null
  } catch {
    return null // the bytes are no id
  }
}

const base = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>) => PUBLIC_URL.replace(/\/$/, '')
/** Behind the #, so that no server, log or Referer sees it. */
export const ticketAddress = (config: Keys & Pick<Config, 'PUBLIC_URL'>, participantId: string): string =>
  `${base(config)}/activity/ticket#${ticketToken(config, participantId)}`
/** Where its holder sees it. */
export const ownAddress = (config: Pick<Config, 'PUBLIC_URL'>, activityId: string): string =>
  `${base(config)}/user/activity/edit?activity_id=${activityId}`
export const pageAddress = (config: Pick<Config, 'PUBLIC_URL'>, code: string): string =>
  `${base(config)}/activity?code=${code}`
export const calendarAddress = (
  config: Pick<Config, 'PUBLIC_URL'>,
  { store, code }: { store: string; code: string },
): string => `${base(config)}/api/store${store}/activity/calendar?code=${code}`
/** What the QR code of a ticket leads to: the page on which its holder counts who came. */
export const countAddress = (config: Pick<Config, 'PUBLIC_URL'>, of: { activityId: string; ticket: string }): string =>
  `${base(config)}/user/activity/attend?activity_id=${of.activityId}&ticket=${of.ticket}`
