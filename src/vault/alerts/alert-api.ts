/** The calls about price alerts. */
import type { Door } from '../../http/door.ts'
import type { Bag } from '../../karat.ts'
import { NoQuery } from '../contract.ts'
import { holderOf } from '../holder-of.ts'
import * as shapes from './alert-contract.ts'
import { listAlerts, readAlertNews, seeAlertNews } from './alert-queries.ts'
import { addAlert, deleteAlert, editAlert, pauseAlert, resumeAlert } from './change-alerts.ts'

const tags = ['trade']
const config = { access: 'member' } as const
const response = { 200: shapes.Alerts }

export function alertApi(door: Door, karat: Bag<'vault'>): void {
  door.get(
    '/trade/alerts',
    {
      config,
      schema: { tags, summary: 'What the member is told about the price of gold', querystring: NoQuery, response },
    },
    (request) => listAlerts(karat.db, holderOf(request)),
  )
  door.post(
    '/trade/add_alert',
    {
      config,
      schema: {
        ...{ tags, summary: 'Ask to be told when the price reaches a level, or moves by so much in a day' },
        ...{ body: shapes.AlertOf, response },
      },
    },
    (request) => addAlert(karat, holderOf(request), request.body),
  )
  door.post(
    '/trade/edit_alert',
    { config, schema: { tags, summary: 'Watch something else instead', body: shapes.AlertChangeOf, response } },
    (request) => {
      const { alert_id: id, ...wish } = request.body
      return editAlert(karat, holderOf(request), id, wish)
    },
  )
  const named = (summary: string) => ({ tags, summary, body: shapes.AlertNamed, response })
  door.post('/trade/pause_alert', { config, schema: named('Watch nothing until it goes on') }, (request) =>
    pauseAlert(karat, holderOf(request), request.body.alert_id),
  )
  door.post('/trade/resume_alert', { config, schema: named('Watch again') }, (request) =>
    resumeAlert(karat, holderOf(request), request.body.alert_id),
  )
  door.post('/trade/delete_alert', { config, schema: named('Remove an alert') }, (request) =>
    deleteAlert(karat, holderOf(request), request.body.alert_id),
  )
  newsApi(door, karat)
}

/** What an open page asks for, whichever it is. */
function newsApi(door: Door, karat: Bag<'vault'>): void {
  const news = { 200: shapes.AlertNews }
  door.get(
    '/trade/alert_news',
    {
      config,
      schema: { tags, summary: 'Alerts that were told and not seen yet', querystring: NoQuery, response: news },
    },
    (request) => readAlertNews(karat.db, holderOf(request)),
  )
  door.post(
    '/trade/alerts_seen',
    { config, schema: { tags, summary: 'What was told has been seen', body: shapes.SeenUntil, response: news } },
    (request) => seeAlertNews(karat.db, holderOf(request), request.body.until),
  )
}
