/** Shown instead of the console if its files are missing. */
export const MISSING_BUILD_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>The console has not been built</title></head>
<body>
<h1>The console has not been built</h1>
<p>The server is running and its API answers, but the files of the console are not in the build folder.</p>
<p>Stop the server and run <code>npm start</code>, which builds them, or set <code>BUILD_DIR</code> to a folder that has them.</p>
</body>
</html>
`;
