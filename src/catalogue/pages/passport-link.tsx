import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'

/** Beside a certificate: bars and coins have a serial number, and everybody can check it. */
export const PassportLink = () => (
  <Link to="/product/passport" className="link mt-3 min-h-11">
    <Icon name="qr-code" />
    {m.catalogue_passport_link()}
  </Link>
)
