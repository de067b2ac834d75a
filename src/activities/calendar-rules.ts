/** An event as a calendar file (RFC 5545): escaped, folded at 75 octets, with its zone. Pure. */
import { localOf, offsetOf } from './activity-rules.ts'

type CalendarEvent = {
  id: string
  revision: number
  title: string
  description: string
  where: string
  url: string
  timeZone: string
  startsAt: Date
  endsAt: Date
  madeAt: Date
  cancelled: boolean
}

/** Text of a value: backslash, semicolon, comma and line breaks mean something else there. */
const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n?|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they have no place in a file of lines
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

/** No line is longer than 75 octets, and none is cut inside a character. */
export function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length
    if (octets + size > 75) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += sign
    octets += size
  }
  return [...parts, part].join('\r\n')
}

const plainMoment = (text: string) => text.replace(/[-:]/g, '')
const local = (moment: Date, zone: string) => `${plainMoment(localOf(moment, zone))}00`
const utc = (moment: Date) => `${plainMoment(moment.toISOString().slice(0, 19))}Z`

export function calendarOf(event: CalendarEvent): string {
  const { timeZone } = event
  const offset = offsetOf(timeZone).replace(':', '')
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Karat//Activities//EN', 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH'],
    ...['BEGIN:VTIMEZONE', `TZID:${timeZone}`, 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
    ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, 'END:STANDARD', 'END:VTIMEZONE'],
    ...['BEGIN:VEVENT', `UID:${event.id}@karat`, `SEQUENCE:${event.revision}`, `DTSTAMP:${utc(event.madeAt)}`],
    `DTSTART;TZID=${timeZone}:${local(event.startsAt, timeZone)}`,
    `DTEND;TZID=${timeZone}:${local(event.endsAt, timeZone)}`,
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    ...(event.where ? [`LOCATION:${escapeText(event.where)}`] : []),
    ...[`URL:${event.url}`, `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`, 'END:VEVENT', 'END:VCALENDAR'],
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}
