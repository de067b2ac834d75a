/** /admin/settings: what each store says of itself and goes by, with what it went by before and what is still to come. */
import * as m from '../../../locale/paraglide/messages.js'
import { isPay, plainNames } from '../../../stores/setting-rules.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { SettingPanels } from './setting-panels.tsx'

export const handle: OfficeHandle = { permission: 'settings.see' }

const shown = plainNames.filter((name) => !isPay(name))

export default function SettingsPage() {
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_settings_title()}</h1>
      <p className="mb-4 max-w-3xl text-ink-2">{m.office_settings_lead()}</p>
      <SettingPanels names={shown} lists={['causes']} />
    </>
  )
}
