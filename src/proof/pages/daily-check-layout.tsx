/** Around every page of the member area: what the member's own daily check of the proof found wrong, and nothing otherwise. */
import { useEffect, useState } from 'react'
import { Link, Outlet } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { store } from '../../ui/session.ts'
import { useShell } from '../../ui/shell-data.ts'
import type { Finding } from './daily-check.ts'

export default function DailyCheckLayout() {
  return (
    <>
      <Wrong />
      <Outlet />
    </>
  )
}

/** Once for each load of the member area; what the check is made of is fetched only where something is kept. */
function useDailyCheck(): Finding | null {
  const { country } = useShell().store
  const [finding, setFinding] = useState<Finding | null>(null)
  useEffect(() => {
    const code = store()
    if (!localStorage.getItem(`karat.proof.${code}`)) return
    let left = false
    void import('./daily-check.ts')
      .then(({ findingOfToday }) => findingOfToday(code, country))
      .then((found) => !left && setFinding(found))
    return () => {
      left = true
    }
  }, [country])
  return finding
}

const words: Record<Finding, () => string> = {
  differs: m.proof_daily_differs,
  nothing: m.proof_daily_nothing,
  keys: m.proof_daily_keys,
  files: m.proof_daily_files,
}

function Wrong() {
  const finding = useDailyCheck()
  if (!finding) return null
  return (
    <div className="mb-8 flex gap-3 rounded-control bg-down-soft p-4" role="alert" data-daily-check={finding}>
      <Icon name="warning-circle" className="mt-0.5 shrink-0 text-down" />
      <div>
        <p className="font-semibold text-down">{m.proof_daily_title()}</p>
        <p className="small mt-1 max-w-[70ch] text-pretty">{words[finding]()}</p>
        <Link to="/user/proof" className="link small mt-1 inline-flex min-h-11 items-center">
          {m.proof_daily_see()}
        </Link>
      </div>
    </div>
  )
}
