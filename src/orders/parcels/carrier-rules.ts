/** What couriers call a parcel. Pure. */
export const trackingPattern = /^[A-Za-z0-9][A-Za-z0-9-]{5,39}$/
