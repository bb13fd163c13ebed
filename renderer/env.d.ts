/// <reference types="vite/client" />

// For tools that read TypeScript without Vue; vue-tsc knows each component's own type.
declare module '*.vue' {
  import type { DefineComponent } from 'vue'
  const component: DefineComponent
  export default component
}
