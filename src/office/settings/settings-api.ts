/** What each store says of itself and goes by. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import { changeSetting, describeSettings } from './change-setting.ts'
import { pointsApi } from './points-api.ts'
import * as shapes from './settings-contract.ts'

const tags = ['office: settings']

export function settingsApi(door: Door, karat: Karat): void {
  pointsApi(door, karat)
  door.get(
    '/settings/list',
    {
      config: { access: 'staff', permission: 'settings.see' },
      schema: {
        ...{ tags, summary: 'What a store goes by now, went by, and will go by' },
        ...{ querystring: shapes.SettingsQuery, response: { 200: shapes.Settings } },
      },
    },
    ({ query }) => describeSettings(karat, query.store),
  )
  door.post(
    '/settings/change',
    {
      config: { access: 'staff', permission: 'settings.change', once: true },
      schema: {
        ...{ tags, summary: 'Change a setting, at once or from a day to come' },
        ...{ body: shapes.ChangeSetting, response: { 200: shapes.SettingChanged } },
      },
    },
    (request) => changeSetting(karat, requireStaff(request), request.body, staffOnce(request)),
  )
}
