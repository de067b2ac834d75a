import { createContext, use } from 'react'

/** This response's script nonce; empty in the browser, where scripts already run. */
export const NonceContext = createContext('')
export const useNonce = () => use(NonceContext)
