import { HomeRedirect } from '#components/layout/home-redirect.tsx';

/** Error messages do not contain the environment, so they link to this page. */
export default function Page() {
  return <HomeRedirect section="request-log" />;
}
