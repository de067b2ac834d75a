/** Layout `default`: every public page. */

import { Outlet } from 'react-router'
import { latePart, usePart } from '../late-part.ts'
import { useSession } from '../session.ts'
import { AsOf } from '../shell/as-of.tsx'
import { Frame } from '../shell/frame.tsx'
import { PriceRail } from '../shell/price-rail.tsx'
import { SiteFooter } from '../shell/site-footer.tsx'
import { SiteHeader } from '../shell/site-header.tsx'
import { TabBar } from '../shell/tab-bar.tsx'

const news = latePart(async () => (await import('../alert-card.tsx')).AlertNews, { forSome: true })

export default function DefaultLayout() {
  const AlertNews = usePart(news, useSession() !== '') // only members have alerts
  return (
    <Frame
      header={<SiteHeader />}
      rail={<PriceRail />}
      footer={
        <>
          <SiteFooter />
          <TabBar />
          {AlertNews && <AlertNews />}
        </>
      }
    >
      <AsOf />
      <Outlet />
    </Frame>
  )
}
