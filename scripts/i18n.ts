/** Compiles the message files into typed functions (src/locale/paraglide, not committed). */
import { compile } from '@inlang/paraglide-js'
import { compileOptions } from '../src/locale/compile-options.ts'

await compile(compileOptions)
