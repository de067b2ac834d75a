/** One set of options for paraglide's compiler, shared by the Vite plugin and scripts/i18n.ts. */
export const compileOptions = {
  project: './project.inlang',
  outdir: './src/locale/paraglide',
  strategy: ['cookie', 'baseLocale'] as ('cookie' | 'baseLocale')[],
  cookieName: 'language',
  cookieMaxAge: 31_536_000,
  emitTsDeclarations: false,
  emitReadme: false,
  emitGitIgnore: false,
}

/** Undefined where code speaks every language; a build for one language writes that language here. */
export const languagePlace = 'globalThis.__KARAT_LANGUAGE__'
