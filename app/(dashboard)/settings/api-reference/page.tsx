import { HomeRedirect } from '#components/layout/home-redirect.tsx';

export default function Page() {
  return <HomeRedirect section="api-reference" />;
}
