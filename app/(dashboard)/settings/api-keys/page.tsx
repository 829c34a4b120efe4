import { HomeRedirect } from '#components/layout/home-redirect.tsx';

/** Redirects to an environment, because API keys belong to one. */
export default function Page() {
  return <HomeRedirect section="api-keys" />;
}
