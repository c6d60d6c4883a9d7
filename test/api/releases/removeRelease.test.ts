import { useReleases } from '../../support/releaseFixture';
import { describeReleaseRemoval } from '../../support/releaseWriteCases';

const fixture = useReleases();
const pathOf = (version: string) => fixture.path(`${encodeURIComponent(version)}/`);

describeReleaseRemoval({ fixture: () => fixture, pathOf });
