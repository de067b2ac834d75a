type Router = { state: { navigation: { location?: { pathname: string } } } }

/** The path of the page that the reader is on the way to, as the router has it at this moment; React hears of it a little later. */
export const movingTo = (): string | undefined =>
  (globalThis as { __reactRouterDataRouter?: Router }).__reactRouterDataRouter?.state.navigation.location?.pathname
