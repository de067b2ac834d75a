import type { Event } from 'schema-dts'
import { inLanguage } from '../../ui/public-pages.ts'
import type { ShellData } from '../../ui/shell-data.ts'
import { localOf, offsetOf } from '../activity-rules.ts'
import type { PublicActivityView } from '../contract.ts'
import { activityPlaces } from './activity-words.ts'

/** An event for search engines; a campaign is none. */
export function eventData(one: PublicActivityView, { origin, language, store }: ShellData): Event[] {
  if (one.kind === 'campaign') return []
  const url = origin + inLanguage(activityPlaces.page(one.code), language, store.language)
  const isOnline = one.kind === 'event_online'
  return [
    {
      '@type': 'Event',
      ...{ name: one.title, description: one.description, url, inLanguage: language },
      ...{ startDate: moment(one.starts_at, one.time_zone), endDate: moment(one.ends_at, one.time_zone) },
      eventStatus: `https://schema.org/${one.state === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
      eventAttendanceMode: `https://schema.org/${isOnline ? 'OnlineEventAttendanceMode' : 'OfflineEventAttendanceMode'}`,
      location: isOnline
        ? { '@type': 'VirtualLocation', url }
        : { '@type': 'Place', name: one.place, address: one.place },
      isAccessibleForFree: true,
      ...(one.capacity === null
        ? {}
        : { maximumAttendeeCapacity: one.capacity, remainingAttendeeCapacity: one.free ?? 0 }),
      ...(one.picture ? { image: `${origin}/img/activity/${one.code}.jpg` } : {}),
    },
  ]
}

/** "2026-12-05T19:30:00+07:00". */
const moment = (at: string, zone: string) => `${localOf(new Date(at), zone)}:00${offsetOf(zone)}`
