/** Layout `default`: every public page. */
import { Outlet } from 'react-router'
import { AlertNews } from '../alert-card.tsx'
import { AsOf } from '../shell/as-of.tsx'
import { Frame } from '../shell/frame.tsx'
import { PriceRail } from '../shell/price-rail.tsx'
import { SiteFooter } from '../shell/site-footer.tsx'
import { SiteHeader } from '../shell/site-header.tsx'
import { TabBar } from '../shell/tab-bar.tsx'

export default function DefaultLayout() {
  return (
    <Frame
      header={<SiteHeader />}
      rail={<PriceRail />}
      footer={
        <>
          <SiteFooter />
          <TabBar />
          <AlertNews />
        </>
      }
    >
      <AsOf />
      <Outlet />
    </Frame>
  )
}
