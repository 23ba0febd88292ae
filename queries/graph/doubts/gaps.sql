-- Code that was not read, or not fully: any of it may hold more.
SELECT untyped_packages, unread_folders
FROM gaps;
